/** The least that a site with React downloads; `react-floor.ts` builds it. */
import { createElement } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";

Object.assign(globalThis, { createElement, createRoot, hydrateRoot });
