# A C++20 compiler, or one sentence that says how to get one.
file(READ "${CMAKE_CURRENT_LIST_DIR}/compiler-needed.txt" compiler_needed)

include(CheckLanguage)
check_language(CXX)
if(NOT CMAKE_CXX_COMPILER)
  message(FATAL_ERROR "No C++ compiler was found. ${compiler_needed}")
endif()
enable_language(CXX)

foreach(oldest "GNU;11" "Clang;14" "AppleClang;14" "MSVC;19.30")
  list(GET oldest 0 name)
  list(GET oldest 1 version)
  if(CMAKE_CXX_COMPILER_ID STREQUAL name AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS version)
    message(FATAL_ERROR "${CMAKE_CXX_COMPILER} is too old: ${name} ${CMAKE_CXX_COMPILER_VERSION}. ${compiler_needed}")
  endif()
endforeach()
