// scan: candidates=ReachedInitialiserError$Boom.y
// races: Boom.y
// What an initialiser throws comes to whoever runs it, if it is an error.
public class ReachedInitialiserError { static int x; static class Boom extends RuntimeException { int y; } static volatile Boom q; static class C { static int z; static { Boom b=new Boom(); q=b; if(z==0) throw b; } }
 public static void main(String[] a) throws Throwable { new Thread(()->{ Boom k=q; if(k!=null) k.y=1; }).start(); try { C.z=1; } catch(ExceptionInInitializerError e){ ((Boom)e.getCause()).y=2; } } }
