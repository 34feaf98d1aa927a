// scan: candidates=java.security.MessageDigest.state,java.util.HashMap$Node.key,java.util.HashMap$Node.next,java.util.HashMap$Node.value gaps=some
// races: x
// A provider of security names a class, which the class library makes.
public class GapProviderNames {
  public static class Spi extends java.security.MessageDigest { int x; public Spi() { super("F"); } protected void engineUpdate(byte b) { x++; } protected void engineUpdate(byte[] b, int i, int j) { x++; } protected byte[] engineDigest() { return null; } protected void engineReset() { } }
  public static void main(String[] a) throws Exception { java.security.Security.addProvider(new java.security.Provider("P", "1", "") { { put("MessageDigest.FOO", "GapProviderNames$Spi"); } }); java.security.MessageDigest d = java.security.MessageDigest.getInstance("FOO"); Runnable r = () -> d.update((byte) 1); new Thread(r).start(); r.run(); }
}
