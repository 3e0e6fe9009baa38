using System;
using System.Threading.Tasks;
using UnityEditor;
using Debug = UnityEngine.Debug;

namespace Lodestock.Online
{
    /// <summary>Runs one job at a time, with its progress and result; stopped before scripts reload.</summary>
    [InitializeOnLoad]
    static class Work
    {
        internal static string Status = "";
        internal static MessageType Kind = MessageType.None;
        internal static bool IsBusy;
        /// <summary>True when scripts are about to be compiled, or the editor exits.</summary>
        internal static bool IsEnding;
        /// <summary>What this job has charged, as the last sentence of its message; "" for nothing.</summary>
        internal static string Charged = "";
        internal static Transfer Current;
        internal static event Action Changed;

        static Work()
        {
            AssemblyReloadEvents.beforeAssemblyReload += End;
            EditorApplication.quitting += End;
            EditorApplication.update += Session.Tick;
            Session.Resume();
        }

        // Tasks end silently when scripts recompile; their connections and progress bars must end with them.
        static void End()
        {
            IsEnding = true;
            if (Current != null) Current.Cancel();
            Web.Close();
            EditorUtility.ClearProgressBar();
        }

        internal static void Say(string status, MessageType kind)
        {
            Status = status;
            Kind = kind;
            if (Changed != null) Changed();
        }

        internal static async void Run(Func<Task> job) { await RunToEnd(job); }

        /// <summary>True if the job succeeded; otherwise Status contains the failure.</summary>
        internal static async Task<bool> RunToEnd(Func<Task> job)
        {
            if (IsBusy) return false;
            IsBusy = true;
            Charged = "";
            try
            {
                await job();
                return true;
            }
            catch (Declined)
            {
                Say("Cancelled. Nothing was charged.", MessageType.Info);
            }
            catch (OperationCanceledException)
            {
                Say("Cancelled. Complete files are kept." + Charged, MessageType.Info);
            }
            catch (Problem problem)
            {
                Say(problem.Message + Charged, MessageType.Error);
            }
            catch (Exception failure)
            {
                Say(failure.Message, MessageType.Error);
                Debug.LogException(failure);
            }
            finally
            {
                IsBusy = false;
                EditorUtility.ClearProgressBar();
                if (Changed != null) Changed();
            }
            return false;
        }

        internal static void Cancel()
        {
            if (Current != null) Current.Cancel();
        }
    }
}
