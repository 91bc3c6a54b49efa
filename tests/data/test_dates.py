"""Dates and times in tables: recognised, or asked for, and numbers from then on."""

from __future__ import annotations

import datetime as dt
import math
import random

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from cutpoint.data import read_table
from cutpoint.data.attribute import Attribute
from cutpoint.data.dates import Calendar
from cutpoint.data.frames import conform, table_from
from cutpoint.errors import InputError

DAYS = [dt.date(2024, 2, 29), dt.date(2023, 12, 31), dt.date(1969, 3, 4), dt.date(2024, 3, 17)]
EPOCH = dt.datetime(1970, 1, 1)


def days(moments):
    return [float((moment - dt.date(1970, 1, 1)).days) for moment in moments]


def column_of(folder, cells, **options):
    """Write a column, quoted, and read it back."""
    path = folder / "t.csv"
    path.write_text('"x","y"\n' + "".join(f'"{cell}",{row}\n' for row, cell in enumerate(cells)))
    table = read_table(path, **options)
    return table.attributes[0], table.columns[0]


@pytest.mark.parametrize(
    "form",
    [
        "%Y-%m-%d",
        "%Y/%m/%d",
        "%Y.%m.%d",
        "%d/%m/%Y",
        "%m/%d/%Y",
        "%d-%m-%Y",
        "%d.%m.%Y",
        "%d.%m.%y",
        "%d %b %Y",
        "%d-%b-%Y",
        "%d-%b-%y",
        "%B %d, %Y",
        "%b %d %Y",
        "%Y-%m-%d 00:00:00",
        "%m/%d/%Y 0:00",
        "%Y-%m-%dT00:00",
        "%d %B %Y",
    ],
)
@pytest.mark.filterwarnings("ignore::cutpoint.InputWarning")
def test_dates_in_any_common_form_are_days_since_1970(form, tmp_path):
    attribute, values = column_of(tmp_path, [day.strftime(form) for day in DAYS])
    assert attribute.calendar is Calendar.DATE
    assert values.tolist() == days(DAYS)


@pytest.mark.parametrize(
    ("form", "part"),
    [
        ("%Y-%m-%d %H:%M", 60),
        ("%Y-%m-%dT%H:%M:%S", 1),
        ("%d/%m/%Y %H:%M:%S.%f", 1e-06),
        ("%m/%d/%Y %I:%M %p", 60),
        ("%d.%m.%Y %H:%M:%S", 1),
    ],
)
@pytest.mark.filterwarnings("ignore::cutpoint.InputWarning")
def test_times_are_seconds_since_1970(form, part, tmp_path):
    draw = random.Random(3)
    moments = [EPOCH + dt.timedelta(seconds=draw.uniform(-1e9, 2e9)) for _ in range(50)]
    attribute, values = column_of(tmp_path, [moment.strftime(form) for moment in moments])
    assert attribute.calendar is Calendar.DATETIME
    since = [(moment - EPOCH) / dt.timedelta(seconds=1) for moment in moments]
    np.testing.assert_allclose(
        values, [part * math.floor(s / part + 1e-9) for s in since], atol=2e-6
    )


def test_times_with_a_zone_are_in_utc(tmp_path):
    cells = ["2024-03-17T10:00:00Z", "2024-03-17 12:00+02:00", "2024-03-17T02:00:00-0800", ""]
    attribute, values = column_of(tmp_path, cells)
    assert attribute.calendar is Calendar.DATETIME_UTC
    assert attribute.shown(values[0]) == "2024-03-17 10:00Z"
    assert values[:3].tolist() == [values[0]] * 3
    assert np.isnan(values[3])


@pytest.mark.parametrize(
    ("cells", "fragment"),
    [
        (["03/04/2024", "05/06/2024"], "may have the day or the month first"),
        (["3/4/24", "5/6/24"], "--date-format dmy or --date-format mdy"),
        (["03-04-2024 10:00", "05-06-2024 11:00"], "'03-04-2024 10:00'"),
        (["01/01/2024", "05/06/2024"], "such as '05/06/2024'"),
        (["2024-03-17T10:00Z", "2024-03-17T10:00"], "some times have a zone"),
        ([f"2024-02-{d:02d}" for d in range(1, 30)] + ["2024-02-30"], "line 31, column 'x'"),
        ([f"2024-02-{d:02d}" for d in range(1, 30)] + ["soon"], "'soon' stands among dates"),
    ],
)
def test_what_cannot_be_told_is_asked_for(cells, fragment, tmp_path):
    with pytest.raises(InputError, match=r"column 'x'") as caught:
        column_of(tmp_path, cells)
    assert fragment in str(caught.value)


def test_a_column_that_means_the_same_both_ways_is_not_asked_for(tmp_path):
    with pytest.warns(UserWarning, match="day first"):
        assert column_of(tmp_path, ["01/01/2024", "02/02/2024"])[0].calendar is Calendar.DATE


@pytest.mark.parametrize(
    ("cells", "said", "first"),
    [
        (["03/04/2024"], "dmy", "2024-04-03"),
        (["03/04/2024"], "mdy", "2024-03-04"),
        (["03/04/2024"], "x=mdy", "2024-03-04"),
        (["03/04/2024"], ["dmy", "x=mdy"], "2024-03-04"),
        (["20240403"], "%Y%m%d", "2024-04-03"),
        (["24-04-03"], "ymd", "2024-04-03"),
        (["3.4.24 7h"], "x=%d.%m.%y %Hh", "2024-04-03 07:00"),
        (["17/03/2024"], "mdy", "2024-03-17"),  # only the other way fits
    ],
)
@pytest.mark.filterwarnings("ignore::cutpoint.InputWarning")
def test_the_user_says_how_dates_are_written(cells, said, first, tmp_path):
    attribute, values = column_of(tmp_path, cells, date_format=said)
    assert attribute.shown(values[0]) == first


@pytest.mark.parametrize("said", ["%Q", "%Y", "day", "%d.%m", "x=", "%Y-%m-%d-%d"])
def test_a_format_that_is_none_is_refused(said, tmp_path):
    with pytest.raises(InputError, match="no format of dates"):
        column_of(tmp_path, ["2024-01-01"], date_format=said)


def test_a_format_for_a_column_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InputError, match="has no column 'z'"):
        column_of(tmp_path, ["2024-01-01"], date_format="z=dmy")


@pytest.mark.parametrize(
    "cells", [["1.2.3", "8.4.12"], ["10-11", "11-12"], ["13/13/2024", "14/14/2024"]]
)
@pytest.mark.filterwarnings("ignore::cutpoint.InputWarning")
def test_what_is_no_date_stays_a_word(cells, tmp_path):
    assert not column_of(tmp_path, cells)[0].is_numeric


MOMENTS = [dt.datetime(2024, 3, 17, 10, 30, 0, 250_000), dt.datetime(1960, 1, 1), None]


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
@pytest.mark.parametrize("zone", [None, "Europe/Berlin", "Asia/Tokyo"])
def test_every_library_s_timestamps_are_the_same_numbers(unit, zone):
    series = pd.Series(pd.to_datetime(MOMENTS)).astype(f"datetime64[{unit}]")
    if zone is not None:
        series = series.dt.tz_localize("UTC").dt.tz_convert(zone)
    arrow = pa.array(series)
    frames = [
        pd.DataFrame({"t": series}),
        pa.table({"t": arrow}),
        pl.from_arrow(pa.table({"t": arrow})),
    ]
    wanted = [1710671400.25 if unit != "s" else 1710671400.0, -315619200.0]
    for frame in frames:
        table = table_from(frame)
        calendar = Calendar.DATETIME if zone is None else Calendar.DATETIME_UTC
        assert table.attributes[0].calendar is calendar
        assert table.columns[0][:2].tolist() == wanted
        assert np.isnan(table.columns[0][2])


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"t": pd.to_datetime(["2024-03-17", None])}),
        pd.DataFrame({"t": [dt.date(2024, 3, 17), None]}),
        pd.DataFrame({"t": [dt.date(2024, 3, 17), pd.NaT]}),
        pl.DataFrame({"t": [dt.date(2024, 3, 17), None]}),
        pa.table({"t": pa.array([dt.date(2024, 3, 17), None], pa.date64())}),
        np.array([["2024-03-17"], ["NaT"]], dtype="M8[D]"),
    ],
)
def test_dates_and_midnights_are_days(frame):
    table = table_from(frame)
    assert table.attributes[0].calendar is Calendar.DATE
    assert table.columns[0][0] == 19799
    assert np.isnan(table.columns[0][1])


def test_dates_among_times_are_their_first_moments():
    objects = pd.DataFrame({"t": [dt.date(2024, 3, 17), MOMENTS[0]]}, dtype=object)
    table = table_from(objects)
    assert [table.attributes[0].shown(v) for v in table.columns[0]] == [
        "2024-03-17 00:00",
        "2024-03-17 10:30:00.25",
    ]


@pytest.mark.parametrize(
    ("frame", "fragment"),
    [
        (pd.DataFrame({"t": pd.to_timedelta([1, 2], unit="h")}), "durations"),
        (pa.table({"t": [dt.time(10, 30)]}), "times of day"),
        (pa.table({"t": pa.array([10**7], pa.int32()).cast(pa.date32())}), "years 1 to 9999"),
    ],
)
def test_what_no_calendar_holds_is_refused(frame, fragment):
    with pytest.raises(InputError, match=fragment):
        table_from(frame)


def test_prediction_takes_a_time_s_day_and_a_date_s_first_moment():
    day, moment = Attribute("t", calendar=Calendar.DATE), Attribute("t", calendar=Calendar.DATETIME)
    times = pd.DataFrame({"t": [MOMENTS[0]]})
    assert conform(times, (day,)).columns[0].tolist() == [19799]
    dates = pl.DataFrame({"t": [dt.date(2024, 3, 17)]})
    assert conform(dates, (moment,)).columns[0].tolist() == [19799 * 86400]
    texts = pd.DataFrame({"t": ["2024-03-17", None]})
    assert conform(texts, (day,)).columns[0][0] == 19799


@pytest.mark.parametrize("calendar", list(Calendar))
@pytest.mark.parametrize(
    "cells", [[1.5, 2.0], ["no", "date"], pd.to_timedelta([1, 2], unit="h"), [True, False]]
)
def test_prediction_refuses_what_is_no_date(calendar, cells):
    with pytest.raises(InputError, match="'t'"):
        conform(pd.DataFrame({"t": cells}), (Attribute("t", calendar=calendar),))


def test_prediction_refuses_a_zone_where_there_was_none():
    zoned = pd.DataFrame({"t": pd.to_datetime(["2024-03-17 10:00"]).tz_localize("UTC")})
    plain = pd.DataFrame({"t": pd.to_datetime(["2024-03-17 10:00"])})
    for frame, calendar in ((zoned, "datetime"), (zoned, "date"), (plain, "datetime_utc")):
        with pytest.raises(InputError, match="time zone"):
            conform(frame, (Attribute("t", calendar=Calendar(calendar)),))


def test_dates_where_numbers_were_learned_are_refused():
    with pytest.raises(InputError, match="'t' holds dates"):
        conform(pd.DataFrame({"t": pd.to_datetime(["2024-03-17"])}), (Attribute("t"),))


@pytest.mark.parametrize("calendar", list(Calendar))
@pytest.mark.parametrize("reach", [1, 1e3, 1e6, 1e9, 6e9, 2.5e11])
def test_what_is_printed_of_a_cut_parts_moments_as_the_cut_does(calendar, reach):
    draw = random.Random(7)
    scale = 1 if calendar is Calendar.DATE else 1_000_000
    if calendar is Calendar.DATE:
        reach = min(reach, 700_000)
    for _ in range(300):
        base = draw.uniform(-min(reach, 6e10), reach)
        steps = sorted(math.floor(base * scale) + draw.randrange(-40, 40) for _ in range(2))
        low, high = (float(step) / scale for step in steps)
        cut = draw.choice([low, (low + high) / 2, math.nextafter(high, -math.inf)])
        shown = calendar.read(calendar.shown(cut))
        for step in range(steps[0] - 3, steps[1] + 4):
            value = float(step) / scale
            assert (value <= cut) == (value <= shown), (calendar, value, cut)
