/** Whatever a site with React downloads at least: `react-floor.ts` builds it. */
import { createElement } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";

Object.assign(globalThis, { createElement, createRoot, hydrateRoot });
