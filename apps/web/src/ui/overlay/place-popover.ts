/** Positions an open popover inside the window: below its button, or above it if there is no space below. */
export function placePopover(popover: HTMLElement, button: HTMLElement, edge: 'left' | 'right' = 'right') {
  const buttonBox = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const fitsBelow = buttonBox.bottom + height <= window.innerHeight
  const left = edge === 'left' ? buttonBox.left : buttonBox.right - width
  popover.style.top = `${Math.max(0, fitsBelow ? buttonBox.bottom : buttonBox.top - height)}px`
  popover.style.left = `${Math.max(0, Math.min(left, window.innerWidth - width))}px`
}
