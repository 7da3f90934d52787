import { useLayoutEffect } from 'react'

/**
 * The first screen of the page, which was rendered by the gateway (features/share/first-screen) or by the build (the sign-in). It covers
 * the application until that shows the same.
 */
const find = () => (typeof document === 'undefined' ? null : document.getElementById('first-screen'))
const pictures = new Set(find()?.querySelectorAll('img'))

/** Removes the first screen in the frame in which the application shows its own. `takeOver` runs before. */
export function useFirstScreen(isLoading: boolean, takeOver?: (screen: HTMLElement) => void) {
  useLayoutEffect(() => {
    const screen = isLoading ? null : find()
    if (!screen) return
    takeOver?.(screen)
    screen.remove()
  }, [isLoading, takeOver])
}

/** The address of a photo without the size of the variant. */
const photoIn = (address: string) => address.replace(/^.*\/(?:sm|md|lg)\//, '')

/**
 * Takes the picture of this photo, which has loaded already or is loading. Null: there is none, or it failed. A second element for the
 * same picture would send a second request and be blank until its response.
 */
export function takeFirstPicture(address: string): HTMLImageElement | null {
  for (const picture of pictures) {
    const { currentSrc, complete, naturalWidth } = picture
    if (photoIn(currentSrc) !== photoIn(address) || (complete && naturalWidth === 0)) continue
    pictures.delete(picture)
    return picture
  }
  return null
}
