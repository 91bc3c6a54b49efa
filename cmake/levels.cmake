# Which processor levels to build. x86-64 has a baseline (1), AVX2 (3) and AVX-512 (4); other
# processors have one build, and so has a build with the sanitizers.
set(processor "${CMAKE_SYSTEM_PROCESSOR}")
if(APPLE AND CMAKE_OSX_ARCHITECTURES)
  set(processor "${CMAKE_OSX_ARCHITECTURES}")
endif()

if(NOT processor MATCHES "^(x86_64|AMD64|amd64)$" OR CUTPOINT_SANITIZE)
  set(chosen_levels 1)
elseif(CUTPOINT_LEVELS STREQUAL "all")
  set(chosen_levels 1 3 4)
elseif(CUTPOINT_LEVELS STREQUAL "native")
  set(asks "${CMAKE_BINARY_DIR}/level.cpp")
  file(WRITE "${asks}" "#include \"${CMAKE_CURRENT_SOURCE_DIR}/bindings/processor/level.hpp\"\n"
    "int main() { return cutpoint::processor::level(); }\n")
  try_run(level level_compiled "${CMAKE_BINARY_DIR}/level" "${asks}"
    CMAKE_FLAGS -DCMAKE_CXX_STANDARD=20 -DCMAKE_CXX_STANDARD_REQUIRED=ON
    COMPILE_OUTPUT_VARIABLE level_output)
  if(NOT level_compiled)
    message(FATAL_ERROR "${level_output}")
  endif()
  set(chosen_levels ${level})
  unset(level CACHE)           # to be asked again: a build folder may move to another machine
  unset(level_compiled CACHE)
else()
  set(chosen_levels ${CUTPOINT_LEVELS})
endif()
message(STATUS "Cutpoint: building processor level(s) ${chosen_levels}")
