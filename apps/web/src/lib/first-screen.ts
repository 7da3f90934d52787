import { useLayoutEffect } from 'react'

/**
 * The first screen of a page for visitors, which the gateway renders into the page (features/share/first-screen). It covers the
 * application until that shows the same.
 */
const screen = typeof document === 'undefined' ? null : document.getElementById('first-screen')
const pictures = new Set(screen?.querySelectorAll('img'))

/** Removes the first screen in the frame in which the application shows its own. */
export function useFirstScreen(isLoading: boolean) {
  useLayoutEffect(() => {
    if (!isLoading) screen?.remove()
  }, [isLoading])
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
