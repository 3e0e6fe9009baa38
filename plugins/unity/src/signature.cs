using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using BigInteger = System.Numerics.BigInteger;

namespace Lodestock.Online
{
    /// <summary>Verifies the signature of an update feed: Ed25519 (RFC 8032) over its canonical JSON. Unity's .NET has no class for it.</summary>
    static class Signature
    {
        // Public keys that sign releases, newest first.
        static readonly string[] ReleaseKeys = new string[] {};

        static readonly BigInteger P = BigInteger.Pow(2, 255) - 19;
        static readonly BigInteger Order = BigInteger.Pow(2, 252) + BigInteger.Parse("27742317777372353535851937790883648493");
        static readonly BigInteger D = Mod(-121665 * Invert(121666));
        static readonly BigInteger Root = BigInteger.ModPow(2, (P - 1) / 4, P); // of -1
        static readonly Point Base = Point.Read(Mod(4 * Invert(5)).ToByteArray());

        // x = X / Z, y = Y / Z, x * y = T / Z.
        sealed class Point
        {
            internal BigInteger X, Y, Z, T;

            internal Point Add(Point other)
            {
                BigInteger a = Mod((Y - X) * (other.Y - other.X)), b = Mod((Y + X) * (other.Y + other.X));
                BigInteger c = Mod(2 * T * other.T * D), d = Mod(2 * Z * other.Z);
                BigInteger e = b - a, f = d - c, g = d + c, h = b + a;
                return new Point { X = Mod(e * f), Y = Mod(g * h), Z = Mod(f * g), T = Mod(e * h) };
            }

            internal Point Times(BigInteger number)
            {
                var result = new Point { X = 0, Y = 1, Z = 1, T = 0 };
                for (var doubled = this; number > 0; number >>= 1, doubled = doubled.Add(doubled))
                    if (!number.IsEven) result = result.Add(doubled);
                return result;
            }

            internal bool Equals(Point other)
            {
                return Mod(X * other.Z - other.X * Z).IsZero && Mod(Y * other.Z - other.Y * Z).IsZero;
            }

            /// <summary>Null if it is not a point on the curve.</summary>
            internal static Point Read(byte[] data)
            {
                var isOdd = data[31] > 127;
                var y = Number(data) & (BigInteger.Pow(2, 255) - 1);
                var square = Mod((y * y - 1) * Invert(D * y * y + 1));
                var x = BigInteger.ModPow(square, (P + 3) / 8, P);
                if (Mod(x * x - square) != 0) x = Mod(x * Root);
                if (y >= P || Mod(x * x - square) != 0 || x.IsZero && isOdd) return null;
                if (x.IsEven == isOdd) x = P - x;
                return new Point { X = x, Y = y, Z = 1, T = Mod(x * y) };
            }
        }

        static BigInteger Mod(BigInteger number)
        {
            var rest = number % P;
            return rest.Sign < 0 ? rest + P : rest;
        }

        static BigInteger Invert(BigInteger number) { return BigInteger.ModPow(Mod(number), P - 2, P); }

        // Little-endian; the trailing zero keeps it from being negative.
        static BigInteger Number(IEnumerable<byte> data) { return new BigInteger(data.Concat(new byte[] { 0 }).ToArray()); }

        internal static bool IsSigned(byte[] key, byte[] message, byte[] signature)
        {
            if (key.Length != 32 || signature.Length != 64) return false;
            Point owner = Point.Read(key), commitment = Point.Read(signature.Take(32).ToArray());
            var scalar = Number(signature.Skip(32));
            if (owner == null || commitment == null || scalar >= Order) return false;
            using (var hash = SHA512.Create())
            {
                var challenge = Number(hash.ComputeHash(signature.Take(32).Concat(key).Concat(message).ToArray())) % Order;
                return Base.Times(scalar).Equals(commitment.Add(owner.Times(challenge)));
            }
        }

        static string Canonical(object value, params string[] leftOut)
        {
            if (value is JsonObject map)
                return "{" + string.Join(",", map.Fields.Where(one => !leftOut.Contains(one.Key)).OrderBy(one => one.Key, StringComparer.Ordinal)
                    .Select(one => Json.Quote(one.Key) + ":" + Canonical(one.Value))) + "}";
            if (value is List<object> list) return "[" + string.Join(",", list.Select(one => Canonical(one))) + "]";
            if (value is double number) return number.ToString("R", CultureInfo.InvariantCulture);
            if (value is bool flag) return flag ? "true" : "false";
            return Json.Quote(value as string);
        }

        /// <summary>True if one of the release keys has signed this feed.</summary>
        internal static bool IsRelease(JsonObject feed)
        {
            var message = Encoding.UTF8.GetBytes(Canonical(feed, "signature", "rollback"));
            try
            {
                var signature = Convert.FromBase64String(feed.Text("signature"));
                return ReleaseKeys.Any(key => IsSigned(Convert.FromBase64String(key), message, signature));
            }
            catch (FormatException)
            {
                return false;
            }
        }
    }
}
