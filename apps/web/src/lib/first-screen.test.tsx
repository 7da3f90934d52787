const PICTURE_URL = '/media/share/md/a.jpg?token=t'

/** `first-screen.ts` reads the page once, when it is loaded. */
async function renderPageWith(pictures: Partial<HTMLImageElement>[]) {
  document.body.innerHTML = `<div id="first-screen">${'<img>'.repeat(pictures.length)}</div><div id="root"></div>`
  const images = [...document.querySelectorAll('img')]
  for (const [n, values] of pictures.entries())
    for (const [name, value] of Object.entries(values)) Object.defineProperty(images[n], name, { value })
  return { images, ...(await import('./first-screen.ts')) }
}

it('a picture of the first screen is used once, in any of its sizes, unless it failed', async () => {
  const loaded = { currentSrc: `http://localhost${PICTURE_URL}`, complete: true, naturalWidth: 1280 }
  const failed = { currentSrc: 'http://localhost/media/share/md/b.jpg?token=t', complete: true, naturalWidth: 0 }
  const { images, takeFirstPicture } = await renderPageWith([loaded, failed])
  expect(takeFirstPicture('/media/share/lg/c.jpg?token=t')).toBeNull()
  expect(takeFirstPicture('/media/share/lg/b.jpg?token=t')).toBeNull()
  expect(takeFirstPicture('/media/share/lg/a.jpg?token=t')).toBe(images[0])
  expect(takeFirstPicture(PICTURE_URL)).toBeNull()
})
