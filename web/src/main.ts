import { mount } from "svelte";

import App from "./App.svelte";
import "./style/theme.css";
import "./style/base.css";
import "./style/print.css";

const target = document.getElementById("page");
if (target) mount(App, { target });
