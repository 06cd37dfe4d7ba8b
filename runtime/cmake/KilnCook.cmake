# SPDX-License-Identifier: MIT
# kiln_cook(TARGET ART... [OUTPUT_DIRECTORY DIR] [OPTIONS OPTION...]): cooks art while building TARGET.
#
# Each ART becomes DIR/NAME.kiln (DIR: the current binary directory), which depends on the art and on every file that the art
# reads, and on recipes beside the art, also on those that appear later. OPTIONS go to kiln-cook. The program is the target Kiln::kiln-cook, KILN_COOK, or kiln-cook in PATH. The files are in the
# property KILN_ASSETS of TARGET.
function(kiln_cook target)
	cmake_parse_arguments(PARSE_ARGV 1 cook "" "OUTPUT_DIRECTORY" "OPTIONS")
	if(NOT cook_UNPARSED_ARGUMENTS)
		message(FATAL_ERROR "kiln_cook(${target}): names no art")
	endif()
	if(NOT cook_OUTPUT_DIRECTORY)
		set(cook_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
	endif()
	if(TARGET Kiln::kiln-cook)
		set(program $<TARGET_FILE:Kiln::kiln-cook>)
	else()
		find_program(KILN_COOK kiln-cook REQUIRED)
		set(program ${KILN_COOK})
	endif()
	# An asset with unchanged bytes keeps its time. Ninja records the cook apart from this time; the other generators would
	# cook such art at every build.
	if(NOT CMAKE_GENERATOR MATCHES "Ninja")
		list(APPEND cook_OPTIONS --touch)
	endif()
	foreach(art IN LISTS cook_UNPARSED_ARGUMENTS)
		get_filename_component(art ${art} ABSOLUTE)
		get_filename_component(name ${art} NAME_WLE)
		get_filename_component(folder ${art} DIRECTORY)
		# Recipes beside the art: looked for at every build, so that one that appears later is seen.
		file(GLOB recipes CONFIGURE_DEPENDS "${art}.kiln" "${folder}/kiln.recipe")
		set(asset ${cook_OUTPUT_DIRECTORY}/${name}.kiln)
		add_custom_command(OUTPUT ${asset}
			COMMAND ${CMAKE_COMMAND} -E make_directory ${cook_OUTPUT_DIRECTORY}
			COMMAND ${program} -q ${art} -o ${asset} --depfile ${asset}.d ${cook_OPTIONS}
			DEPENDS ${art} ${recipes} DEPFILE ${asset}.d COMMENT "Cooking ${name}.kiln" VERBATIM)
		list(APPEND assets ${asset})
	endforeach()
	add_custom_target(${target}_assets DEPENDS ${assets})
	add_dependencies(${target} ${target}_assets)
	set_property(TARGET ${target} APPEND PROPERTY KILN_ASSETS ${assets})
endfunction()
