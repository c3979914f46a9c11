export const NO_COOKIES =
  'This browser does not store cookies. Allow them for this page, so that it stays one panel.';

/**
 * The script of a browser panel's page. It polls for the picture, replaces it once it has loaded, confirms it once it is
 * drawn, and keeps the screen awake if allowed. It uses no syntax newer than ES5.
 */
export const PANEL_SCRIPT = `
(function () {
  'use strict';
  var picture = document.getElementById('picture');
  var words = document.getElementById('words');
  var seconds = Number(picture.getAttribute('data-seconds')) || 10;
  var name = picture.getAttribute('data-name');
  var timer;
  var request;
  var wanted;
  var drawings = 0;

  function later(wait) {
    clearTimeout(timer);
    timer = setTimeout(function () { ask(null); }, wait * 1000);
  }
  function isDrawn() {
    return picture.complete && picture.naturalWidth > 0;
  }
  /* Runs only the latest callback: a hidden page gets no animation frames, and all that it requested once it is visible. */
  function afterDrawing(done) {
    var own = ++drawings;
    function go() { if (own === drawings) done(); }
    var frame = window.requestAnimationFrame;
    if (frame) frame(function () { frame(go); });
    else setTimeout(go, 100);
  }
  /* Each step sets the time of the next request first, so that a request or a picture that stalls does not stop the page. */
  function ask(drawn) {
    later(60);
    if (request) {
      request.onreadystatechange = null;
      request.abort();
    }
    request = new XMLHttpRequest();
    request.open('POST', 'panel/next' + location.search, true);
    request.setRequestHeader('Content-Type', 'application/json');
    request.onreadystatechange = function () {
      if (this.readyState !== 4) return;
      var answer = null;
      try { if (this.status === 200) answer = JSON.parse(this.responseText); } catch (error) { answer = null; }
      if (!answer) return later(30);
      seconds = answer.seconds;
      show(answer, drawn);
    };
    var about = {};
    if (drawn) about.drawn = drawn;
    /* The response then waits until another picture is wanted. A hidden page draws none, so it does not wait. */
    if (name && isDrawn() && document.visibilityState !== 'hidden') about.shows = name;
    request.send(JSON.stringify(about));
  }
  function show(answer, drawn) {
    later(seconds);
    words.innerHTML = '';
    words.appendChild(document.createTextNode(answer.words));
    wanted = answer.picture && answer.picture.name;
    if (!answer.picture) return;
    if (answer.picture.name === name && isDrawn()) {
      if (!drawn && answer.isPending) afterDrawing(function () { ask(answer.picture.command); });
      return;
    }
    var next = new Image();
    next.onload = function () {
      /* It stalled: meanwhile another one is wanted, or it was drawn. */
      if (wanted !== answer.picture.name || (wanted === name && isDrawn())) return;
      name = answer.picture.name;
      picture.onload = null;
      picture.src = next.src;
      picture.alt = answer.words;
      fit();
      afterDrawing(function () { ask(answer.picture.command); });
    };
    next.src = answer.picture.url;
  }
  /* For browsers without object-fit. */
  function fit() {
    if ('objectFit' in picture.style || !picture.naturalWidth) return;
    var width = document.documentElement.clientWidth;
    var height = document.documentElement.clientHeight;
    var scale = Math.min(width / picture.naturalWidth, height / picture.naturalHeight);
    picture.style.width = Math.floor(picture.naturalWidth * scale) + 'px';
    picture.style.height = Math.floor(picture.naturalHeight * scale) + 'px';
  }
  function seen() {
    if (document.visibilityState !== 'visible') return;
    later(0);
    stayAwake();
  }
  function stayAwake() {
    if (!navigator.wakeLock || document.visibilityState !== 'visible') return;
    navigator.wakeLock.request('screen').then(null, function () {});
  }
  function fill() {
    var page = document.documentElement;
    var open = page.requestFullscreen || page.webkitRequestFullscreen || page.mozRequestFullScreen;
    if (open) open.call(page);
  }
  function begin() {
    later(seconds);
    fit();
    afterDrawing(function () { ask(picture.getAttribute('data-command')); });
  }

  window.onresize = fit;
  document.onclick = fill;
  stayAwake();
  if (navigator.cookieEnabled === false) {
    document.body.className = 'bare';
    words.innerHTML = '${NO_COOKIES}';
  } else {
    if (document.addEventListener) document.addEventListener('visibilitychange', seen, false);
    later(seconds);
    if (name && isDrawn()) begin();
    else if (name) picture.onload = function () { picture.onload = null; begin(); };
  }
})();
`;
