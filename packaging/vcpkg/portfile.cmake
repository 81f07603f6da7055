# SPDX-License-Identifier: MIT
# The port's build. Not run, see vcpkg.json. Each `placeholder` belongs to the first release.
vcpkg_download_distfile(ARCHIVE
    URLS "https://placeholder.example.org/sortid-${VERSION}.tar.gz"
    FILENAME "sortid-${VERSION}.tar.gz"
    SHA512 placeholder)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")
string(COMPARE EQUAL "${VCPKG_LIBRARY_LINKAGE}" dynamic shared)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS
    -DSORTID_SHARED=${shared} -DSORTID_COMMAND=OFF -DSORTID_NODE=OFF -DSORTID_SQLITE=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME sortid CONFIG_PATH lib/cmake/sortid)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
