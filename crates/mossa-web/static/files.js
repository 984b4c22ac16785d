// What leaves the page: addresses to the clipboard, pictures to files.

/** Copies a text; says `done`, or the text itself where there is no clipboard. */
export async function copy(text, done, say) {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say(text);
  }
}

/** Saves a picture as PNG, twice as large as it is. */
export async function savePng(address, say) {
  const answer = await fetch(address);
  if (!answer.ok) return say("The picture cannot be drawn now.");
  const source = URL.createObjectURL(await answer.blob());
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = "position.png";
      link.click();
      URL.revokeObjectURL(link.href);
      say("The picture was saved as position.png.");
    });
    URL.revokeObjectURL(source);
  };
  image.src = source;
  return undefined;
}
