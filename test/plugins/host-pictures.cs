// What a host's decoder makes of a picture: the real one of mono where it is installed, else a look at its header.
using System;
using System.IO;
using System.Linq;
using System.Reflection;

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
            var get = decoder.GetMethod("GetPixel");
            return Enumerable.Range(0, size[0] * size[1]).Select(at => get.Invoke(picture, new object[] { at % size[0], at / size[0] }))
                .Select(pixel => new[] { "R", "G", "B", "A" }.Select(name => (byte)pixel.GetType().GetProperty(name).GetValue(pixel, null)).ToArray()).ToArray();
        }
    }

    static int[] ReadFrame(byte[] data)
    {
        var at = 2;
        while (data[at + 1] < 0xc0 || data[at + 1] > 0xc2) at += 2 + Number(data, at + 2);
        return new[] { Number(data, at + 7), Number(data, at + 5) };
    }
}
