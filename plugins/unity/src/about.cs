// Lodestock for Unity 2019.4 to 6000.x: finds a model in a Lodestock catalogue and brings exactly the file you choose into
// this project and, where you want it, into the open scene.
//
// Install: put this file anywhere below Assets (Assets/Editor is usual), or add the package com.lodestock.unity.
// Open: Window > Lodestock > Online Catalogue.
//
// HttpWebRequest and not UnityWebRequest, because Unity 2022 and later refuse plain http:// there, and servers of a studio are
// often reached by it; and not HttpClient, whose assembly older projects do not reference. The language is C# 7 as every Unity
// since 2019.4 compiles it.
using System;

namespace Lodestock.Online
{
    static class About
    {
        internal const string Version = "0.1.4";
        internal const string Title = "Lodestock";
    }

    /// <summary>The user declined a charge.</summary>
    sealed class Declined : OperationCanceledException { }

    /// <summary>An error the user can fix; its message is shown unchanged.</summary>
    sealed class Problem : Exception
    {
        internal readonly int Status;
        internal readonly double RetryAfter;
        /// <summary>True if the server did not respond, or responded with a 5xx.</summary>
        internal readonly bool IsAway;
        /// <summary>True if a file host no longer serves a file at this address.</summary>
        internal bool IsEndedAddress { get { return Status == 403 || Status == 404 || Status == 410; } }

        internal Problem(string message, int status = 0, double retryAfter = 0, bool isAway = false) : base(message)
        {
            Status = status;
            RetryAfter = retryAfter;
            IsAway = isAway || status >= 500;
        }
    }
}
