class Temperament < Formula
  desc "UCI chess engine whose whole evaluation is a text file"
  homepage "https://github.com/@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["Apache-2.0", "MIT"]

  on_macos do
    on_arm do
      url "@URL:macos-aarch64-apple-silicon@"
      sha256 "@SHA256:macos-aarch64-apple-silicon@"
    end
    on_intel do
      url "@URL:macos-x86-64-v2-intel@"
      sha256 "@SHA256:macos-x86-64-v2-intel@"
    end
  end

  on_linux do
    on_arm do
      url "@URL:linux-aarch64@"
      sha256 "@SHA256:linux-aarch64@"
    end
    on_intel do
      url "@URL:linux-x86-64-v2-any-pc@"
      sha256 "@SHA256:linux-x86-64-v2-any-pc@"
    end
  end

  def install
    bin.install "temper"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/temper.bash" => "temper"
    zsh_completion.install "completions/_temper"
    fish_completion.install "completions/temper.fish"
    pkgshare.install "profiles", "openings"
    doc.install "docs", "README.md", "DEPENDENCY-LICENSES.txt"
  end

  test do
    assert_match "uciok", pipe_output(bin/"temper", "uci\nquit\n")
  end
end
