// scan: candidates=JoinLoopThrownBetween.x
// races: JoinLoopThrownBetween.x
// A method throws between the start and the addition; its caller catches that and joins what was added.
import java.util.*;
public class JoinLoopThrownBetween { static int x;
 static void boom(int n) { if (n >= 0) throw new IllegalStateException(); }
 static void go(List<Thread> list, int n) { Thread t = new Thread(() -> { x++; }); t.start(); boom(n); list.add(t); }
 public static void main(String[] a) throws Exception {
  List<Thread> list = new ArrayList<>();
  try { go(list, a.length); } catch (IllegalStateException e) {}
  for (Thread t : list) t.join();
  System.out.println(x);
 } }
