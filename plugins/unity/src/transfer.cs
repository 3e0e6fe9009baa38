using System;
using System.Threading;
using UnityEngine;

namespace Lodestock.Online
{
    /// <summary>Progress of a download; written by a worker thread, read by the window.</summary>
    sealed class Transfer : IDisposable
    {
        readonly CancellationTokenSource stop = new CancellationTokenSource();
        readonly long totalBytes;
        long doneBytes;

        internal Transfer(long totalBytes) { this.totalBytes = Math.Max(1, totalBytes); }

        internal CancellationToken Token { get { return stop.Token; } }
        internal float Part { get { return Mathf.Clamp01((float)Interlocked.Read(ref doneBytes) / totalBytes); } }

        internal void Advance(long bytes)
        {
            // A body longer than announced could fill the disk.
            if (Interlocked.Add(ref doneBytes, bytes) > totalBytes)
                throw new Problem("A file is larger than the server announced. Nothing was imported.");
        }

        internal void Cancel() { stop.Cancel(); }

        public void Dispose() { stop.Dispose(); }
    }
}
