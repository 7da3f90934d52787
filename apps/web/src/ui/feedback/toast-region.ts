/**
 * index.html has it, because screen readers announce only what changes in a live region that was in the page before. Outside
 * React's tree it can move between the page and the dialogs that open above it.
 */
const found = document.querySelector<HTMLElement>('[data-toasts]')
if (!found) throw new Error('index.html has no region for toasts')
export const region = found

/** A modal dialog makes everything outside it inert, so the toasts move into the topmost one. */
export function moveToasts(container: HTMLElement) {
  const isOpen = region.matches(':popover-open')
  container.append(region)
  if (isOpen) region.showPopover()
}
