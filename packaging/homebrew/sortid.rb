# SPDX-License-Identifier: MIT
# A Homebrew formula. Not run: no macOS could be reached. Each `placeholder` belongs to a release
# that is not published yet.
class Sortid < Formula
  desc "Make, read and check unique identifiers that sort by time"
  homepage "https://placeholder.example.org/"
  url "https://placeholder.example.org/sortid-0.9.0.tar.gz"
  sha256 "placeholder"
  license "MIT"

  depends_on "cmake" => :build

  def install
    system "cmake", "-S", ".", "-B", "build", "-DSORTID_NODE=OFF", "-DSORTID_SQLITE=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    assert_equal 27, shell_output("#{bin}/sortid gen ulid").length
  end
end
