"""What tests share: tables and trees to try, golden results, ways to run other programs."""
