// The script of pages that contain a first screen (features/share/first-screen, app/session/sign-in-first-screen.tsx).
// It imports no code of the application, so that it is small.
import './ui/tokens.css'
import './ui/base.css'
import './features/share/first-screen/first-screen.css'

/** After this time the application starts even if the first picture has not loaded. */
const PICTURE_TIMEOUT_MS = 2000

/**
 * Starts the application. The build writes the list of its scripts into a template (vite/page-links.ts), so that all of
 * them are requested at once.
 */
function startApplication() {
  const application = document.querySelector<HTMLTemplateElement>('#application')
  if (application) document.head.append(application.content)
}

/**
 * Waits until the first picture has loaded. Loading the code at the same time would halve the speed of the picture and
 * would make nothing visible earlier.
 */
async function waitForFirstPicture() {
  const picture = document.querySelector<HTMLImageElement>('#first-screen img')
  if (!picture || picture.complete) return
  await new Promise(resolve => {
    setTimeout(resolve, PICTURE_TIMEOUT_MS)
    for (const event of ['load', 'error']) picture.addEventListener(event, resolve)
  })
}

void waitForFirstPicture().then(startApplication)
