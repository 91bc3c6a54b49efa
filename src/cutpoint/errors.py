"""The one exception that bad input raises, and the warning about what had to be guessed."""


class InputError(ValueError):
    """Something the user gave cannot be used; the message names it and says what to do.

    The command line prints the message alone and exits with code 2. It is a ``ValueError`` so that
    code written for scikit-learn catches it as well.
    """


class InputWarning(UserWarning):
    """Something about a file had to be guessed; the message says what.

    The command line prints it as a note on stderr.
    """
