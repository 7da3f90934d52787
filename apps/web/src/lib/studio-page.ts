/**
 * rule 158: whether the gateway says that at this address is a studio's page: `/studio/{name}`, or the root of a custom domain in the
 * place of the first screen.
 */
export const isStudioPage = document.querySelector('[name=daymark-studio]') !== null
