# SPDX-License-Identifier: MIT
"""A recipe for Conan 2, from this tree: `conan create packaging/conan`. Not run: Conan is in no registry that
could be reached."""
from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy
import os


class Sortid(ConanFile):
    name = "sortid"
    version = "0.9.0"
    license = "MIT"
    description = "Make, read and check unique identifiers that sort by time"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False]}
    default_options = {"shared": False}

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "sortid.pc.in", "cmake/*",
                        "docs/*", "include/*", "node/*", "src/*", "common/*", "tools/man3.awk", "tools/symbols.awk"):
            copy(self, pattern, root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.variables["SORTID_SHARED"] = self.options.shared
        for part in ("SORTID_COMMAND", "SORTID_NODE", "SORTID_SQLITE"):
            toolchain.variables[part] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["sortid"]
        self.cpp_info.set_property("cmake_file_name", "sortid")
        self.cpp_info.set_property("cmake_target_name", "sortid::sortid")
        if self.settings.os == "Windows":
            self.cpp_info.system_libs = ["bcrypt"]
        else:
            self.cpp_info.system_libs = ["pthread"]
