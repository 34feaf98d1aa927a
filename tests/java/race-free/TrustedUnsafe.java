// check: verdict=race-free options=--trusted=TrustedUnsafeLib every=true jdks=all
// A volatile field of a trusted class that is read by Unsafe.getInt.
import java.lang.reflect.*; import sun.misc.Unsafe;
public class TrustedUnsafe { public static void main(String[] a) throws Exception { TrustedUnsafeLib l = new TrustedUnsafeLib(); Thread t = new Thread(l::cas); t.start(); l.read(); t.join(); } }
class TrustedUnsafeLib { static final Unsafe U; static final long O; volatile int x;
  static { try { Field f = Unsafe.class.getDeclaredField("theUnsafe"); f.setAccessible(true); U = (Unsafe) f.get(null); O = U.objectFieldOffset(TrustedUnsafeLib.class.getDeclaredField("x")); } catch (Exception e) { throw new Error(e); } }
  void cas() { U.compareAndSwapInt(this, O, 0, 1); } int read() { return U.getInt(this, O); } }
