# SPDX-License-Identifier: MIT
# answers.c as C++: a game, and a host with a plugin that contains the runtime.
set(answers ${CMAKE_CURRENT_LIST_DIR}/answers.c)
set_source_files_properties(${answers} PROPERTIES LANGUAGE CXX)
add_executable(answers ${answers})
add_library(answers_plugin SHARED ${answers})
target_compile_definitions(answers_plugin PRIVATE MAIN=plugin_main)
add_executable(answers_host ${CMAKE_CURRENT_LIST_DIR}/host.c)
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/host.c PROPERTIES LANGUAGE CXX)
set_target_properties(answers answers_plugin answers_host PROPERTIES CXX_STANDARD 20)
target_link_libraries(answers PRIVATE Kiln::kiln)
target_link_libraries(answers_plugin PRIVATE Kiln::kiln)
target_link_libraries(answers_host PRIVATE answers_plugin)
