// scan: candidates=ReachedInitialiserCause.x
// races: ReachedInitialiserCause.x
// Cause of exceptionininitializererror.
public class ReachedInitialiserCause { static int x; static class C { static int z; static { if(z==0) throw new IllegalStateException(); } }
 public static void main(String[] a) { Thread t=new Thread(()->{ try { C.z=1; } catch(ExceptionInInitializerError e) { if(e.getCause()!=null) x=1; } }); t.start(); x=2; } }
