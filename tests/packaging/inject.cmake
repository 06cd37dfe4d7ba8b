# SPDX-License-Identifier: MIT
# Adds, behind the sample project, a game and a plugin in C++ that print every answer: see tests/packaging.sh. A deferred call
# expands its variables late, so that the path is written out here.
cmake_language(EVAL CODE "cmake_language(DEFER CALL include [==[${CMAKE_CURRENT_LIST_DIR}/answers.cmake]==])")
