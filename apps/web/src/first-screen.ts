// The script of pages that contain a first screen (features/share/first-screen, features/sign-in/first-screen). It
// imports nothing from the application, so that it is small.
import './ui/tokens.css'
import './ui/base.css'
import './features/share/first-screen/first-screen.css'

/** The application is started at the latest after this time, even if the first picture has not loaded. */
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
 * Waits for the first picture, which gets the whole connection: loading the code at the same time would halve its speed
 * and would make nothing visible earlier.
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
