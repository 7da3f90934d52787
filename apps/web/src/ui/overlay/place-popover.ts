/** Positions an open popover below its button, or above it if there is no room, inside the window. */
export function placePopover(popover: HTMLElement, button: HTMLElement, edge: 'left' | 'right' = 'right') {
  const at = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const below = at.bottom + height <= window.innerHeight
  const left = edge === 'left' ? at.left : at.right - width
  popover.style.top = `${Math.max(0, below ? at.bottom : at.top - height)}px`
  popover.style.left = `${Math.max(0, Math.min(left, window.innerWidth - width))}px`
}
