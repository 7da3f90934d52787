import '@testing-library/jest-dom'
import { configure } from '@testing-library/react'

// Maximum time that a query waits for an element. It is long, because screens are loaded on demand and a busy machine may need seconds for
// it.
configure({ asyncUtilTimeout: 30_000 })

// The element for toasts, as in index.html.
document.body.innerHTML = '<div data-toasts popover="manual" role="status" aria-live="polite"></div>'

// jsdom has dialogs and popovers, but does not implement their methods.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
  this.querySelector<HTMLElement>('button, input, [tabindex]')?.focus()
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}
HTMLElement.prototype.showPopover ??= () => undefined
HTMLElement.prototype.hidePopover ??= () => undefined
Element.prototype.checkVisibility ??= () => true
URL.createObjectURL ??= () => 'blob:http://localhost/file'
URL.revokeObjectURL ??= () => undefined
Element.prototype.scrollIntoView ??= () => undefined
window.scrollTo = () => undefined

window.matchMedia ??= query =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  }) as MediaQueryList

/** jsdom has no PointerEvent, so a touch could not be distinguished from a mouse. */
class PointerEventOfJsdom extends MouseEvent {
  readonly pointerId: number
  readonly pointerType: string
  readonly isPrimary: boolean
  constructor(type: string, init: PointerEventInit = {}) {
    super(type, init)
    this.pointerId = init.pointerId ?? 1
    this.pointerType = init.pointerType ?? ''
    this.isPrimary = init.isPrimary ?? false
  }
}
window.PointerEvent ??= PointerEventOfJsdom as unknown as typeof PointerEvent
Element.prototype.setPointerCapture ??= () => undefined

/** jsdom has no layout, so every element gets the width of the content on a desktop. */
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1200 })
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.assign(window, { ResizeObserver: NoObserver, IntersectionObserver: NoObserver })

/** Replaces EventSource by a connection that never gets a message. */
class SilentSource extends EventTarget {
  close() {}
}
Object.assign(window, { EventSource: SilentSource })
