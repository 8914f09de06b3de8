import type { ComponentProps } from "react";
import { Button } from "./button.tsx";

/** A button that shows only an icon. */
export function IconButton({ label, ...rest }: { label: string } & ComponentProps<typeof Button>) {
  return <Button variant="plain" aria-label={label} {...rest} />;
}
