import { Component, type ReactNode } from "react";
import { FaultPage } from "../public/faults/fault.tsx";

/** Shows the error page in place of a page that failed, until `at` changes. */
export class ErrorBoundary extends Component<{ at: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: { at: string }, { failed }: { failed: boolean }) {
    // oxlint-disable-next-line react/no-did-update-set-state -- Only at the step to another page.
    if (failed && this.state.failed && before.at !== this.props.at) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? <FaultPage status={500} /> : this.props.children;
  }
}
