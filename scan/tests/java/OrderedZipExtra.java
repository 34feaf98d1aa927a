// scan: candidates=byte[],java.util.zip.ZipEntry.*
// races: elements
// An entry of an archive keeps bytes in a plain field.
public class OrderedZipExtra {
  public static void main(String[] a) throws Exception { java.util.zip.ZipEntry e = new java.util.zip.ZipEntry("a"); Thread t = new Thread(() -> { byte[] q = new byte[0]; e.setExtra(q); }); t.start(); byte[] q = e.getExtra(); if (q != null) System.out.println(q.length); Thread u = new Thread(() -> { byte[] w = new byte[9]; w[0] = 1; e.setExtra(w); }); u.start(); byte[] z = e.getExtra(); if (z != null) System.out.println(z[0]); }
}
