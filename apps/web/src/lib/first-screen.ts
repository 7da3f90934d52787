import { useLayoutEffect } from 'react'

/**
 * Returns the element of the first screen, which the gateway (features/share/first-screen) or the build (sign-in)
 * rendered into the page. The element covers the application until the application shows the same content.
 */
const findFirstScreen = () => (typeof document === 'undefined' ? null : document.getElementById('first-screen'))
const firstPictures = new Set(findFirstScreen()?.querySelectorAll('img'))

/**
 * Removes the first screen in the frame in which the application shows its own content. `beforeRemoval` is called
 * before the removal.
 */
export function useRemoveFirstScreen(isLoading: boolean, beforeRemoval?: (screen: HTMLElement) => void) {
  useLayoutEffect(() => {
    const screen = isLoading ? null : findFirstScreen()
    if (!screen) return
    beforeRemoval?.(screen)
    screen.remove()
  }, [isLoading, beforeRemoval])
}

/** Returns the part of a picture's URL that all variants of the photo share. */
const photoPath = (url: string) => url.replace(/^.*\/(?:sm|md|lg)\//, '')

/**
 * Returns the picture element of the first screen for this photo, loaded or loading. Returns null if the first screen
 * does not contain the photo or its picture failed to load. The application uses this element, because a new element
 * would send a second request and be blank until the response.
 */
export function takeFirstPicture(url: string): HTMLImageElement | null {
  for (const picture of firstPictures) {
    const { currentSrc, complete, naturalWidth } = picture
    if (photoPath(currentSrc) !== photoPath(url) || (complete && naturalWidth === 0)) continue
    firstPictures.delete(picture)
    return picture
  }
  return null
}
