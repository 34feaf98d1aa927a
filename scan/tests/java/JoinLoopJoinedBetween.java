// scan: candidates=JoinLoopJoinedBetween.x
// races: JoinLoopJoinedBetween.x
// The loop that joins runs between the start and the addition.
import java.util.*;
public class JoinLoopJoinedBetween { static int x;
 static void joinAll(List<Thread> list) throws Exception { for (Thread t : list) t.join(); }
 public static void main(String[] a) throws Exception {
  List<Thread> list = new ArrayList<>();
  Thread t = new Thread(() -> { x++; });
  t.start(); joinAll(list); System.out.println(x); list.add(t);
 } }
