// scan: candidates=ThreadChildOfSeveral.x
// races: ThreadChildOfSeveral.x
// Children of several threads of one kind.
public class ThreadChildOfSeveral { static int x; static volatile int sink;
 static class C extends Thread { public void run(){ x = 1; } }
 static class W extends Thread { public void run(){ new C().start(); } }
 public static void main(String[] a){ for(int i=0;i<2;i++) new W().start(); } }
