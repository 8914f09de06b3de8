import { useEffect } from "react";

/** Calls `refresh` every `ms` milliseconds while the page is visible, and when it becomes visible again. */
export function useWhileVisible(refresh: () => void, ms: number): void {
  useEffect(() => {
    const refreshVisible = () => {
      if (!document.hidden) refresh();
    };
    const timer = setInterval(refreshVisible, ms);
    document.addEventListener("visibilitychange", refreshVisible);
    // The page may come from the back/forward cache.
    addEventListener("pageshow", refreshVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refreshVisible);
      removeEventListener("pageshow", refreshVisible);
    };
  }, [refresh, ms]);
}
