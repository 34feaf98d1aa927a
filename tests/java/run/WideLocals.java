// run: min=17
/** More than 256 local slots (wide loads, stores and iinc) and a method whose branches exceed 32 KB. */
public class WideLocals {
    static int hash = 1;

    static String many(int seed, long start, double scale) {
        int i0 = seed + 0, i1 = seed + 1, i2 = seed + 2, i3 = seed + 3, i4 = seed + 4, i5 = seed + 5, i6 = seed + 6, i7 = seed + 7;
        int i8 = seed + 8, i9 = seed + 9, i10 = seed + 10, i11 = seed + 11, i12 = seed + 12, i13 = seed + 13, i14 = seed + 14, i15 = seed + 15;
        int i16 = seed + 16, i17 = seed + 17, i18 = seed + 18, i19 = seed + 19, i20 = seed + 20, i21 = seed + 21, i22 = seed + 22, i23 = seed + 23;
        int i24 = seed + 24, i25 = seed + 25, i26 = seed + 26, i27 = seed + 27, i28 = seed + 28, i29 = seed + 29, i30 = seed + 30, i31 = seed + 31;
        int i32 = seed + 32, i33 = seed + 33, i34 = seed + 34, i35 = seed + 35, i36 = seed + 36, i37 = seed + 37, i38 = seed + 38, i39 = seed + 39;
        int i40 = seed + 40, i41 = seed + 41, i42 = seed + 42, i43 = seed + 43, i44 = seed + 44, i45 = seed + 45, i46 = seed + 46, i47 = seed + 47;
        int i48 = seed + 48, i49 = seed + 49, i50 = seed + 50, i51 = seed + 51, i52 = seed + 52, i53 = seed + 53, i54 = seed + 54, i55 = seed + 55;
        int i56 = seed + 56, i57 = seed + 57, i58 = seed + 58, i59 = seed + 59, i60 = seed + 60, i61 = seed + 61, i62 = seed + 62, i63 = seed + 63;
        int i64 = seed + 64, i65 = seed + 65, i66 = seed + 66, i67 = seed + 67, i68 = seed + 68, i69 = seed + 69, i70 = seed + 70, i71 = seed + 71;
        int i72 = seed + 72, i73 = seed + 73, i74 = seed + 74, i75 = seed + 75, i76 = seed + 76, i77 = seed + 77, i78 = seed + 78, i79 = seed + 79;
        long l0 = i0 * 3L, l1 = i1 * 4L, l2 = i2 * 5L, l3 = i3 * 6L, l4 = i4 * 7L, l5 = i5 * 8L;
        long l6 = i6 * 9L, l7 = i7 * 10L, l8 = i8 * 11L, l9 = i9 * 12L, l10 = i10 * 13L, l11 = i11 * 14L;
        long l12 = i12 * 15L, l13 = i13 * 16L, l14 = i14 * 17L, l15 = i15 * 18L, l16 = i16 * 19L, l17 = i17 * 20L;
        long l18 = i18 * 21L, l19 = i19 * 22L, l20 = i20 * 23L, l21 = i21 * 24L, l22 = i22 * 25L, l23 = i23 * 26L;
        long l24 = i24 * 27L, l25 = i25 * 28L, l26 = i26 * 29L, l27 = i27 * 30L, l28 = i28 * 31L, l29 = i29 * 32L;
        long l30 = i30 * 33L, l31 = i31 * 34L, l32 = i32 * 35L, l33 = i33 * 36L, l34 = i34 * 37L, l35 = i35 * 38L;
        long l36 = i36 * 39L, l37 = i37 * 40L, l38 = i38 * 41L, l39 = i39 * 42L, l40 = i40 * 43L, l41 = i41 * 44L;
        long l42 = i42 * 45L, l43 = i43 * 46L, l44 = i44 * 47L, l45 = i45 * 48L, l46 = i46 * 49L, l47 = i47 * 50L;
        long l48 = i48 * 51L, l49 = i49 * 52L, l50 = i50 * 53L, l51 = i51 * 54L, l52 = i52 * 55L, l53 = i53 * 56L;
        long l54 = i54 * 57L, l55 = i55 * 58L, l56 = i56 * 59L, l57 = i57 * 60L, l58 = i58 * 61L, l59 = i59 * 62L;
        double d0 = l0 / 4.0, d1 = l1 / 4.0, d2 = l2 / 4.0, d3 = l3 / 4.0, d4 = l4 / 4.0;
        double d5 = l5 / 4.0, d6 = l6 / 4.0, d7 = l7 / 4.0, d8 = l8 / 4.0, d9 = l9 / 4.0;
        double d10 = l10 / 4.0, d11 = l11 / 4.0, d12 = l12 / 4.0, d13 = l13 / 4.0, d14 = l14 / 4.0;
        double d15 = l15 / 4.0, d16 = l16 / 4.0, d17 = l17 / 4.0, d18 = l18 / 4.0, d19 = l19 / 4.0;
        double d20 = l20 / 4.0, d21 = l21 / 4.0, d22 = l22 / 4.0, d23 = l23 / 4.0, d24 = l24 / 4.0;
        double d25 = l25 / 4.0, d26 = l26 / 4.0, d27 = l27 / 4.0, d28 = l28 / 4.0, d29 = l29 / 4.0;
        double d30 = l30 / 4.0, d31 = l31 / 4.0, d32 = l32 / 4.0, d33 = l33 / 4.0, d34 = l34 / 4.0;
        double d35 = l35 / 4.0, d36 = l36 / 4.0, d37 = l37 / 4.0, d38 = l38 / 4.0, d39 = l39 / 4.0;
        double d40 = l40 / 4.0, d41 = l41 / 4.0, d42 = l42 / 4.0, d43 = l43 / 4.0, d44 = l44 / 4.0;
        double d45 = l45 / 4.0, d46 = l46 / 4.0, d47 = l47 / 4.0, d48 = l48 / 4.0, d49 = l49 / 4.0;
        float f0 = i0 * 0.5f, f1 = i1 * 0.5f, f2 = i2 * 0.5f, f3 = i3 * 0.5f, f4 = i4 * 0.5f, f5 = i5 * 0.5f;
        float f6 = i6 * 0.5f, f7 = i7 * 0.5f, f8 = i8 * 0.5f, f9 = i9 * 0.5f, f10 = i10 * 0.5f, f11 = i11 * 0.5f;
        float f12 = i12 * 0.5f, f13 = i13 * 0.5f, f14 = i14 * 0.5f, f15 = i15 * 0.5f, f16 = i16 * 0.5f, f17 = i17 * 0.5f;
        float f18 = i18 * 0.5f, f19 = i19 * 0.5f, f20 = i20 * 0.5f, f21 = i21 * 0.5f, f22 = i22 * 0.5f, f23 = i23 * 0.5f;
        float f24 = i24 * 0.5f, f25 = i25 * 0.5f, f26 = i26 * 0.5f, f27 = i27 * 0.5f, f28 = i28 * 0.5f, f29 = i29 * 0.5f;
        String s0 = "s" + i0, s1 = "s" + i1, s2 = "s" + i2, s3 = "s" + i3, s4 = "s" + i4;
        String s5 = "s" + i5, s6 = "s" + i6, s7 = "s" + i7, s8 = "s" + i8, s9 = "s" + i9;
        String s10 = "s" + i10, s11 = "s" + i11, s12 = "s" + i12, s13 = "s" + i13, s14 = "s" + i14;
        String s15 = "s" + i15, s16 = "s" + i16, s17 = "s" + i17, s18 = "s" + i18, s19 = "s" + i19;
        int late = 1;
        long lateLong = start;
        double lateDouble = scale;
        float lateFloat = 0.25f;
        String lateText = "t";
        int[] lateArray = {1, 2, 3};
        for (int step = 0; step < 10; step++) {
            late++;
            late += 100;
            late -= 1000;
            late += 30000;
            lateLong += l59 + late--;
            lateDouble = lateDouble * 2 - d49;
            lateFloat += f29 / 3;
            lateText += lateLong % 10;
            lateArray[step % 3] += late;
            if (lateText.length() > 8) lateText = s19 + lateText.charAt(8);
        }
        int ints = i0 ^ i7 ^ i8 * i79 ^ i40 << 3;
        long longs = l0 + l1 + l30 * l58 - l59;
        double doubles = d0 + d24 * d49;
        float floats = f0 + f15 * f29;
        try {
            if (late > 0) throw new IllegalStateException(s7 + s13);
        } catch (IllegalStateException lateException) {
            lateText += lateException.getMessage();
        } finally {
            late = -late;
        }
        return ints + " " + longs + " " + doubles + " " + floats + " " + late + " " + lateLong + " " + lateDouble + " " + lateFloat
            + " " + lateText + " " + lateArray[0] + "," + lateArray[1] + "," + lateArray[2];
    }

    /** Each finally block is compiled twice, so the nesting doubles the code until a short branch cannot span it. */
    static int far(int rounds) {
        int count = 0;
        for (int i = 0; i < rounds; i++) {
            if (i % 4 == 3) continue;
            boolean odd = (i & 1) == 1 || i == 4;
            try { count += i; hash ^= count << 10; if (hash == 777710) throw new RuntimeException(); } finally {
            try { count += i; hash ^= count << 9; if (hash == 77779) throw new RuntimeException(); } finally {
            try { count += i; hash ^= count << 8; if (hash == 77778) throw new RuntimeException(); } finally {
            try { count += i; hash ^= count << 7; if (hash == 77777) throw new RuntimeException(); } finally {
            try { count += i; hash ^= count << 6; if (hash == 77776) throw new RuntimeException(); } finally {
            try { count += i; hash ^= count << 5; if (hash == 77775) throw new RuntimeException(); } finally {
            try { count += i; hash ^= count << 4; if (hash == 77774) throw new RuntimeException(); } finally {
            try { count += i; hash ^= count << 3; if (hash == 77773) throw new RuntimeException(); } finally {
            try { count += i; hash ^= count << 2; if (hash == 77772) throw new RuntimeException(); } finally {
            try { count += i; hash ^= count << 1; if (hash == 77771) throw new RuntimeException(); } finally {
            count += i; hash = hash * 31 + count;
            }
            }
            }
            }
            }
            }
            }
            }
            }
            }
            if (odd) hash += 5; else hash -= 7;
            while (count > 1000 && hash != 0) count -= 300;
        }
        return count;
    }

    static int parameters(byte a, short b, char c, int d, long e, float f, double g, boolean h, Object i, int[] j,
            long k, long l, long m, long n, double o, double p, double q, double r, String s, int... t) {
        long sum = a + b * 2 + c * 3 + d * 5 + e * 7 + (long) f * 11 + (long) g * 13 + (h ? 17 : 0) + i.hashCode() * 19L + j[0] * 23;
        sum += k * 29 + l * 31 + m * 37 + n * 41 + (long) (o * 43 + p * 47 + q * 53 + r * 59) + s.length() * 61 + t.length * 67;
        for (int v : t) sum = sum * 3 + v;
        return (int) (sum ^ sum >>> 32);
    }

    public static void main(String[] args) {
        System.out.println(many(0, 0, 0));
        System.out.println(many(1000, Long.MAX_VALUE, -1e10));
        System.out.println(many(-12345678, Long.MIN_VALUE, Double.NaN));
        for (int rounds = 0; rounds < 8; rounds++) {
            System.out.println("far " + rounds + " " + far(rounds) + " " + hash);
        }
        System.out.println(parameters((byte) -1, (short) 2, 'c', 4, 5L, 6.5f, 7.5, true, "eight", new int[] {9},
            10, 11, 12, 13, 14.5, 15.5, 16.5, 17.5, "eighteen", 19, 20, 21));
        System.out.println(parameters((byte) 0, (short) 0, (char) 0, 0, 0L, 0f, 0, false, 0, new int[1], 0, 0, 0, 0, 0, 0, 0, 0, ""));
    }
}
