// What a host's decoder makes of a picture: the real one of mono where it is installed, else a look at its header.
using System;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;

static class HostPictures
{
    static readonly Type decoder = Find();

    static Type Find()
    {
        try
        {
            var found = Assembly.Load("System.Drawing, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a").GetType("System.Drawing.Bitmap");
            Activator.CreateInstance(found, 1, 1);
            return found;
        }
        catch (Exception)
        {
            return null; // mono has no System.Drawing here, or no libgdiplus beneath it
        }
    }

    static bool StartsWith(byte[] data, params byte[] start) { return data.Take(start.Length).SequenceEqual(start); }
    static int Number(byte[] data, int at) { return data[at] << 8 | data[at + 1]; }

    static bool IsJpeg(byte[] data) { return StartsWith(data, 0xff, 0xd8, 0xff); }

    /// <summary>PNG and JPEG are what 3ds Max and Unity both read.</summary>
    internal static bool IsKnown(byte[] data) { return IsJpeg(data) || StartsWith(data, 0x89, 0x50, 0x4e, 0x47); }

    /// <summary>Width and height; null for a picture that is damaged or of another format.</summary>
    internal static int[] Decode(byte[] data)
    {
        if (!IsKnown(data)) return null;
        try
        {
            if (decoder != null) return DecodeWhole(data);
            return IsJpeg(data) ? ReadFrame(data) : new[] { Number(data, 18), Number(data, 22) };
        }
        catch (Exception)
        {
            return null;
        }
    }

    static int[] DecodeWhole(byte[] data)
    {
        using (var stream = new MemoryStream(data))
        using (var picture = (IDisposable)Activator.CreateInstance(decoder, stream))
            return new[] { "Width", "Height" }.Select(name => (int)decoder.GetProperty(name).GetValue(picture, null)).ToArray();
    }

    /// <summary>Red, green, blue and alpha of its pixels; null where no decoder is installed, or it is damaged.</summary>
    internal static byte[][] ReadPixels(byte[] data)
    {
        if (decoder == null || Decode(data) == null) return null;
        using (var stream = new MemoryStream(data))
        using (var picture = (IDisposable)Activator.CreateInstance(decoder, stream))
        {
            var size = DecodeWhole(data);
            var area = Activator.CreateInstance(decoder.Assembly.GetType("System.Drawing.Rectangle"), 0, 0, size[0], size[1]);
            var wish = new[] { area, Named("ImageLockMode", "ReadOnly"), Named("PixelFormat", "Format32bppArgb") };
            var bits = decoder.GetMethod("LockBits", wish.Select(one => one.GetType()).ToArray()).Invoke(picture, wish);
            var bytes = new byte[4 * size[0] * size[1]];
            Marshal.Copy((IntPtr)bits.GetType().GetProperty("Scan0").GetValue(bits, null), bytes, 0, bytes.Length);
            return Enumerable.Range(0, size[0] * size[1])
                .Select(at => new[] { bytes[4 * at + 2], bytes[4 * at + 1], bytes[4 * at], bytes[4 * at + 3] }).ToArray();
        }
    }

    static object Named(string type, string name) { return Enum.Parse(decoder.Assembly.GetType("System.Drawing.Imaging." + type), name); }

    static int[] ReadFrame(byte[] data)
    {
        var at = 2;
        while (data[at + 1] < 0xc0 || data[at + 1] > 0xc2) at += 2 + Number(data, at + 2);
        return new[] { Number(data, at + 7), Number(data, at + 5) };
    }
}
