/**
 * Screen readers announce changes only in live regions that exist when the page loads, so index.html contains this
 * element. React does not render it, so that it can be moved between the page and dialogs.
 */
const regionElement = document.querySelector<HTMLElement>('[data-toasts]')
if (!regionElement) throw new Error('index.html has no region for toasts')
export const toastRegion = regionElement

/**
 * Moves the toasts into the topmost dialog. Outside of it they would be inert, because a modal dialog makes the rest of
 * the page inert.
 */
export function moveToasts(container: HTMLElement) {
  const isOpen = toastRegion.matches(':popover-open')
  container.append(toastRegion)
  if (isOpen) toastRegion.showPopover()
}
