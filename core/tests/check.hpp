// A test harness in one page.
//
//   TEST("a weight of whole cases is whole") { CHECK(Weight::of_whole_cases(3).is_whole()); }
//
// A check that fails is printed, with its values, and the test goes on; an exception ends it.
#pragma once
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace cutpoint::check {

struct Test {
  std::string_view name;
  void (*run)();
};

inline std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}
// Of the test that runs.
inline int& n_failures() {
  static int n = 0;
  return n;
}

struct Registration {
  Registration(std::string_view name, void (*run)()) { tests().push_back({name, run}); }
};

// Print no more than a few failures of a test: a check may be in a loop.
inline std::ostream* report(const char* file, int line) {
  constexpr int kMostPrinted = 5;
  if (++n_failures() > kMostPrinted) return nullptr;
  return &(std::cout << "  " << file << ":" << line << ": ");
}

inline void check(bool holds, const char* text, const char* file, int line) {
  if (holds) return;
  if (std::ostream* out = report(file, line)) *out << text << "\n";
}

template <class A, class B>
void check_equal(const A& a, const B& b, const char* text, const char* file, int line) {
  if (a == b) return;
  if (std::ostream* out = report(file, line)) *out << text << ": " << a << " and " << b << "\n";
}

template <class A>
void check_near(A a, A b, A tolerance, const char* text, const char* file, int line) {
  if (a - b <= tolerance && b - a <= tolerance) return;  // false of NaN
  if (std::ostream* out = report(file, line)) *out << text << ": " << a << " and " << b << "\n";
}

template <class Expected, class Function>
void check_throws(Function function, const char* text, const char* file, int line) {
  try {
    function();
  } catch (const Expected&) {
    return;
  }
  if (std::ostream* out = report(file, line)) *out << text << ": no exception\n";
}

// Run the tests whose name contains `filter`; return how many failed.
inline int run(std::string_view filter) {
  int n_passed = 0, n_failed = 0;
  for (const Test& test : tests()) {
    if (test.name.find(filter) == std::string_view::npos) continue;
    n_failures() = 0;
    try {
      test.run();
    } catch (const std::exception& error) {
      ++n_failures();
      std::cout << "  exception: " << error.what() << "\n";
    }
    if (n_failures() == 0) {
      ++n_passed;
    } else {
      ++n_failed;
      std::cout << "FAILED " << test.name << " (" << n_failures() << " checks)\n";
    }
  }
  std::cout << n_passed << " passed, " << n_failed << " failed\n";
  return n_failed;
}

}  // namespace cutpoint::check

#define CHECK_JOIN_(a, b) a##b
#define CHECK_JOIN(a, b) CHECK_JOIN_(a, b)
#define TEST(name) CHECK_TEST(name, __COUNTER__)
#define CHECK_TEST(name, id)                                                  \
  static void CHECK_JOIN(test_, id)();                                        \
  static const ::cutpoint::check::Registration CHECK_JOIN(registration_, id)( \
      name, CHECK_JOIN(test_, id));                                           \
  static void CHECK_JOIN(test_, id)()
#define CHECK(condition) ::cutpoint::check::check((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(a, b) ::cutpoint::check::check_equal((a), (b), #a " == " #b, __FILE__, __LINE__)
#define CHECK_NEAR(a, b, tolerance) \
  ::cutpoint::check::check_near((a), (b), (tolerance), #a " ~ " #b, __FILE__, __LINE__)
#define CHECK_THROWS(type, expression)                                                       \
  ::cutpoint::check::check_throws<type>([&] { static_cast<void>(expression); }, #expression, \
                                        __FILE__, __LINE__)
