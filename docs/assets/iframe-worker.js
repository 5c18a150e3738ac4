/* Browsers start no worker from a file. Where a page is opened as a file, what would run in a
   worker runs in a hidden frame; the theme's search finds its dictionaries by `IFrameWorker`. */
if (location.protocol === "file:") {
  class IFrameWorker extends EventTarget {
    constructor(address) {
      super();
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.srcdoc = `<script>
        addEventListener("message", (event) => {
          // What the worker itself says is for the page above, and nobody else.
          if (event.source === window) event.stopImmediatePropagation();
        });
        window.postMessage = (data) => frameElement.said(data);
        window.importScripts = (...all) => Promise.all(all.map((one) => new Promise((done, failed) => {
          const script = document.createElement("script");
          script.src = one; script.onload = done; script.onerror = failed;
          document.head.append(script);
        })));
      <\/script><script src="${new URL(address, document.baseURI)}"><\/script>`;
      frame.said = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      frame.addEventListener("load", () => {
        this.frame = frame;
        this.waiting.splice(0).forEach((data) => this.postMessage(data));
      });
      document.documentElement.append(frame);
    }
    postMessage(data) {
      if (!this.frame) this.waiting.push(data);
      else {
        const inside = this.frame.contentWindow;
        inside.dispatchEvent(new inside.MessageEvent("message", { data }));
      }
    }
    terminate() {}
  }
  window.IFrameWorker = window.Worker = IFrameWorker;
}
