// check: verdict=race-free args=1000 cut=dpor|pdp jdks=all
// For measuring: the cost of a step with 1, 1,000, 100,000 live objects.
import java.util.*;
public class LiveHeap { static int c; static synchronized void inc() { c++; }
 public static void main(String[] a) throws Exception { int n = Integer.parseInt(a[0]);
  Thread t = new Thread(() -> { List<int[]> l = new LinkedList<>(); for (int i = 0; i < n; i++) l.add(new int[4]); for (int i = 0; i < 20; i++) inc(); if (l.size() != n) throw new AssertionError(); });
  t.start(); for (int i = 0; i < 20; i++) inc(); t.join(); } }
