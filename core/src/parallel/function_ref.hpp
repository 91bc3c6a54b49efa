// A function that is called now and not kept: what takes one need not be a template.
#pragma once
#include <memory>
#include <type_traits>

namespace cutpoint {

template <class Signature>
class FunctionRef;

template <class... Arguments>
class FunctionRef<void(Arguments...)> {
 public:
  template <class Function>
    requires(!std::is_same_v<std::remove_cvref_t<Function>, FunctionRef>)
  FunctionRef(Function&& function)  // NOLINT(google-explicit-constructor): a lambda is passed as is
      : function_(const_cast<void*>(static_cast<const void*>(std::addressof(function)))),
        call_([](void* callee, Arguments... arguments) {
          (*static_cast<std::remove_reference_t<Function>*>(callee))(arguments...);
        }) {}

  void operator()(Arguments... arguments) const { call_(function_, arguments...); }

 private:
  void* function_;
  void (*call_)(void*, Arguments...);
};

}  // namespace cutpoint
