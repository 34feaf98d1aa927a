// scan: candidates=ThreadChildReadBefore.x
// races: ThreadChildReadBefore.x
// W reads x before it starts its child, other w's child writes under lock.
public class ThreadChildReadBefore { static int x; static volatile int sink; static final Object L=new Object();
 static class C extends Thread { public void run(){ synchronized(L){ x = 1; } } }
 static class W extends Thread { public void run(){ sink = x; new C().start(); } }
 public static void main(String[] a){ for(int i=0;i<2;i++) new W().start(); } }
