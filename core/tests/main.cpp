// core_tests [part of a name]
#include "check.hpp"

int main(int n_arguments, char** arguments) {
  return cutpoint::check::run(n_arguments > 1 ? arguments[1] : "") == 0 ? 0 : 1;
}
