using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;

namespace Lodestock.Online
{
    /// <summary>Posters as textures of this window; freed with it.</summary>
    sealed class Posters
    {
        const int MostAtOnce = 6;
        readonly Dictionary<string, Texture2D> textures = new Dictionary<string, Texture2D>();
        readonly SemaphoreSlim turns = new SemaphoreSlim(MostAtOnce);

        internal Texture2D Of(string address)
        {
            return address != "" && textures.TryGetValue(address, out var texture) ? texture : null;
        }

        internal async Task Load(string address)
        {
            if (!Web.IsAddress(address) || textures.ContainsKey(address)) return;
            textures[address] = null;
            await turns.WaitAsync();
            try
            {
                // No longer wanted, or already loaded.
                if (!IsWanted(address)) return;
                var bytes = await Web.Picture(address);
                if (!IsWanted(address) || !CanRead(bytes)) return;
                var texture = new Texture2D(2, 2) { hideFlags = HideFlags.HideAndDontSave };
                if (texture.LoadImage(bytes)) textures[address] = texture;
                else Object.DestroyImmediate(texture);
            }
            catch (Problem)
            {
                // A model without its poster is still usable.
            }
            finally
            {
                turns.Release();
            }
        }

        bool IsWanted(string address) { return textures.TryGetValue(address, out var texture) && texture == null; }

        // Unity reads PNG and JPEG here; WebP would show as a red question mark.
        static bool CanRead(byte[] bytes)
        {
            return bytes.Length > 8 && (bytes[0] == 0x89 && bytes[1] == 'P' && bytes[2] == 'N' || bytes[0] == 0xff && bytes[1] == 0xd8);
        }

        internal void Clear()
        {
            foreach (var texture in textures.Values.Where(one => one != null)) Object.DestroyImmediate(texture);
            textures.Clear();
        }
    }
}
