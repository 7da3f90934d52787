/**
 * The region is part of index.html because screen readers announce only changes inside live regions that were already in the
 * page. Outside of React's tree it can move between the page and dialogs.
 */
const found = document.querySelector<HTMLElement>('[data-toasts]')
if (!found) throw new Error('index.html has no region for toasts')
export const region = found

/** A modal dialog makes everything outside inert, so the toasts move into the topmost dialog. */
export function moveToasts(container: HTMLElement) {
  const isOpen = region.matches(':popover-open')
  container.append(region)
  if (isOpen) region.showPopover()
}
