// One case given as a mapping from attributes' names to values: the lookups are made ready once.
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "cutpoint/tree.hpp"
#include "predict/predictor.hpp"
#include "rooms.hpp"

namespace cutpoint::bindings {

namespace {

using predict::Predictor;

class CaseReader {
 public:
  // `codes` has for each attribute the code of each text that stands for a value; None if it is
  // numeric. What is not of the plainest type goes to convert(attribute, value), which gives the
  // number or the code, or raises.
  CaseReader(const Predictor* predictor, const nb::sequence& names, const nb::sequence& codes,
             nb::object convert)
      : predictor_(predictor), convert_(std::move(convert)) {
    for (u64 a = 0; a < nb::len(names); ++a) {
      names_.emplace_back(nb::cast<nb::str>(names[a]));
      codes_.emplace_back(nb::object(codes[a]));
      if (!codes_[a].is_none() && !nb::isinstance<nb::dict>(codes_[a])) {
        throw InputError("the codes of an attribute are not a dict");
      }
    }
  }

  i32 code(nb::handle mapping) const {
    i32 code = 0;
    ask(mapping, [&](const predict::Request& request) {
      predictor_->codes(request, std::span<i32>(&code, 1));
    });
    return code;
  }

  std::vector<double> shares(nb::handle mapping) const {
    std::vector<double> shares(predictor_->n_classes());
    ask(mapping, [&](const predict::Request& request) { predictor_->shares(request, shares); });
    return shares;
  }

 private:
  template <class Ask>
  void ask(nb::handle mapping, Ask ask) const {
    std::vector<double> numbers(names_.size());
    std::vector<i32> codes(names_.size());
    TableView view;
    view.n_rows = 1;
    view.attributes.reserve(names_.size());
    const bool is_dict = PyDict_CheckExact(mapping.ptr()) != 0;
    for (u64 a = 0; a < names_.size(); ++a) {
      const nb::object value = is_dict ? in_dict(mapping, a) : in_mapping(mapping, a);
      if (codes_[a].is_none()) {
        numbers[a] = value.is_none() ? kUnknown : number_of(value, a);
        view.attributes.push_back({AttributeView::Kind::numeric, {&numbers[a], 1}, {}});
      } else {
        codes[a] = value.is_none() ? kNoCode : code_of(value, a);
        view.attributes.push_back({AttributeView::Kind::nominal, {}, {&codes[a], 0}});
      }
    }
    Progress progress;
    ask(predict::Request{view, predict::Infinite::accept, 1, progress});
  }

  nb::object in_dict(nb::handle mapping, u64 a) const {
    PyObject* value = PyDict_GetItemWithError(mapping.ptr(), names_[a].ptr());
    if (value == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
    return value == nullptr ? nb::none() : nb::borrow(value);
  }
  nb::object in_mapping(nb::handle mapping, u64 a) const {
    PyObject* value = PyObject_GetItem(mapping.ptr(), names_[a].ptr());
    if (value != nullptr) return nb::steal(value);
    const bool absent = PyErr_ExceptionMatches(PyExc_LookupError) != 0;
    if (!absent && PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw nb::python_error();
    PyErr_Clear();
    if (!absent) throw InputError("a case is a mapping from the names of attributes to values");
    return nb::none();
  }

  double number_of(const nb::object& value, u64 a) const {
    double number = std::numeric_limits<double>::infinity();
    if (PyFloat_Check(value.ptr()) != 0) {
      number = PyFloat_AsDouble(value.ptr());
    } else if (PyLong_Check(value.ptr()) != 0) {
      number = PyLong_AsDouble(value.ptr());
      if (PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        number = std::numeric_limits<double>::infinity();
      }
    }
    return std::isinf(number) ? nb::cast<double>(convert_(a, value)) : number;
  }

  i32 code_of(const nb::object& value, u64 a) const {
    if (PyUnicode_CheckExact(value.ptr()) != 0) {
      PyObject* code = PyDict_GetItemWithError(codes_[a].ptr(), value.ptr());
      if (code != nullptr) return nb::cast<i32>(nb::handle(code));
      if (PyErr_Occurred() != nullptr) throw nb::python_error();
    }
    return nb::cast<i32>(convert_(a, value));
  }

  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  static constexpr i32 kNoCode = -1;

  const Predictor* predictor_;
  std::vector<nb::str> names_;
  std::vector<nb::object> codes_;
  nb::object convert_;
};

}  // namespace

void bind_classify(nb::module_& m) {
  nb::class_<CaseReader>(m, "CaseReader")
      .def(nb::init<const Predictor*, const nb::sequence&, const nb::sequence&, nb::object>(),
           nb::arg("predictor"), nb::arg("names"), nb::arg("codes"), nb::arg("convert"),
           nb::keep_alive<1, 2>())
      .def("code", &CaseReader::code, nb::arg("case"))
      .def(
          "shares",
          [](const CaseReader& reader, nb::handle mapping) {
            return to_numpy(reader.shares(mapping));
          },
          nb::arg("case"));
}

}  // namespace cutpoint::bindings
