// scan: candidates=none gaps=some
// races: GapExceptionMessage.x
// Message of an exception that nobody catches.
public class GapExceptionMessage { static int x; static class Boom extends RuntimeException { public String getMessage(){ x=1; return "b"; } }
 public static void main(String[] a) { Thread t=new Thread(()->{ throw new Boom(); }); t.start(); x=2; } }
